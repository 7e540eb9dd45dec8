// Every page of the site over the sample warehouse, in both languages, checked by html-validate with its recommended rules.
import assert from "node:assert/strict";
import {test} from "node:test";
import {HtmlValidate} from "html-validate";
import {ADDRESSES} from "../site/addresses.ts";
import {startLive} from "./live.ts";

test("html-validate finds no fault on any page in both languages, and finds a planted one [site.valid]", async (t) => {
  const {origin} = await startLive(t);
  const checker = new HtmlValidate({
    root: true,
    extends: ["html-validate:recommended"],
    // days are anchors of the page of updates, and an id of HTML may begin with a digit; the title of a series tells it from its
    // neighbours, so it may be longer than a result of a web search shows; boxes to choose several of have one name
    rules: {
      "valid-id": ["error", {relaxed: true}],
      "long-title": "off",
      "form-dup-name": ["error", {shared: ["radio", "button", "reset", "submit", "checkbox"]}],
    },
  });
  const faults = async (text: string, address: string): Promise<string[]> => {
    const {results} = await checker.validateString(text);
    return results.flatMap(({messages}) =>
      messages.map(({line, ruleId, message}) => `${address}, line ${line}: ${ruleId}: ${message}`),
    );
  };
  const addresses = [...Object.values(ADDRESSES).flat(), "/no-such-page"];
  const found: string[] = [];
  let last = "";
  for (const address of addresses)
    for (const language of ["ru", "en"]) {
      const got = await fetch(origin + address, {headers: {"accept-language": language}});
      last = await got.text();
      assert.match(last, new RegExp(`^<!DOCTYPE html>\n<html lang="${language}"`), address);
      found.push(...(await faults(last, `${address} ${language}`)));
    }
  assert.deepEqual(found, []);
  assert.match((await faults(last.replace("</main>", "</p></main>"), "planted")).join(), /close-order/);
});
