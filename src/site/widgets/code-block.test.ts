// Blocks of code: where they may break.
import assert from "node:assert/strict";
import {test} from "node:test";
import {codeBlock} from "./code-block.ts";

test("in code only addresses may break, between their parts, and the text does not change [site.code-breaks]", () => {
  const code = 'curl -H "a: $RYAD_TOKEN" \\\n  "http://x.org/api/v1?a=1&b=c/d" # a=b/c';
  const {text} = codeBlock("curl", "curl", code, "en");
  const drawn = /<code[^>]*>([\s\S]*)<\/code>/.exec(text)?.[1] ?? "";
  assert.ok(drawn.includes("http://x.org/<wbr>api/<wbr>v1?<wbr>a=1&amp;<wbr>b=c/<wbr>d&quot; # a=b/c"));
  assert.equal(drawn.replaceAll("<wbr>", "").replaceAll("&quot;", '"').replaceAll("&amp;", "&"), code);
});
