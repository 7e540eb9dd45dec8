// How long a client may use an answer without asking again: an hour for values, not at all for what tells of changes.
//
// A client that keeps the feed of updates for an hour learns of a load an hour late. To ask again costs little: the ETag makes it a 304.

/** The slice, and the observations of a series. */
export const REUSED_FOR_AN_HOUR = "max-age=3600";
/** Every other answer with data: kept, and asked for again each time. */
export const ASKED_AGAIN = "no-cache";
/** The same on the OData channel, where a key may come in the address. */
export const ASKED_AGAIN_PRIVATELY = "private, no-cache";
