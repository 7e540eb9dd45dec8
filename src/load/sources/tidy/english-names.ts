// English names of a package: `name_en` and `label_en` beside the published names.
//
// They are kept by the published name, because a class of the next package may have another code. So one published name can't have two
// English ones in a package.
import type {EnglishName} from "../../../statistics/release/release.ts";
import type {Fields} from "./fields.ts";

/** Collects English names while the fields of a package are read. */
export interface EnglishNames {
  /** Gives the name back. @param fault why the English name can't be that of the element; null: it can */
  read(element: Fields, key: string, name: string, fault?: (english: string) => string | null): string;
  /** In the order of the published names; undefined: the package has none. */
  finish(): readonly EnglishName[] | undefined;
}

export function createEnglishNames(): EnglishNames {
  const names = new Map<string, {readonly english: string; readonly at: string}>();
  return {
    read(element, key, name, fault = () => null) {
      const english = element.textOrNull(key);
      if (english === null || english === name || name === "") return name;
      const reason = fault(english);
      if (reason !== null) element.refuse(key, `${JSON.stringify(english)} ${reason}`);
      const at = `${element.path}${key}`;
      const before = names.get(name);
      if (before === undefined) names.set(name, {english, at});
      else if (before.english !== english)
        element.refuse(key, `${JSON.stringify(name)} is ${JSON.stringify(before.english)} in ${before.at} already`);
      return name;
    },
    finish() {
      if (names.size === 0) return undefined;
      return [...names]
        .map(([name, {english}]): EnglishName => [name, english])
        .sort(([one], [other]) => (one < other ? -1 : 1));
    },
  };
}
