// The numbers of the two published forms, which are the codes of their datasets.
export const FEDERAL = "0507011";
export const REGIONAL = "0503317";
