// A token that is made for one request, and the way back to its data.
import assert from "node:assert/strict";
import {test} from "node:test";
import {OWN_ADDRESS, openSampleStore, openSite} from "./site.ts";
import {createVisitor, linkIn, signIn} from "./visitor.ts";

const FOOD = "klksjte4fgvtljor";

test("the request beside a series leads to a token of its own by one press, and the answer has the request with the token and the way back [account-site.token-for-request]", async (t) => {
  const site = await openSite(t, {store: await openSampleStore(t)});
  const visitor = createVisitor(site);
  const page = (await visitor.get(`/series/${FOOD}`)).text;
  const path = /<a href="(\/account\/token\?[^"]*)"/.exec(page)![1]!.replaceAll("&amp;", "&");
  await signIn(site, visitor, "anna@example.org", OWN_ADDRESS);
  const asked = (await visitor.get(path)).text;
  assert.match(asked.replaceAll("<wbr>", ""), new RegExp(`RYAD_TOKEN&quot; [^<]*/api/v1/series/${FOOD}/observations`));
  const made = await visitor.send(path, {}, {action: "/account/tokens"});
  const plain = made.text.replaceAll("<wbr>", "").replaceAll("&quot;", '"');
  const [, token, address] = /Bearer (ryad_\w{40})" \\\n {2}"http:\/\/[^/]+(\/api\/v1\/[^"]+)"/.exec(plain)!;
  assert.match(plain, new RegExp(`<a href="/series/${FOOD}">Back to the data</a>`));
  const answer = await site.get(address!.replaceAll("&amp;", "&"), {authorization: `Bearer ${token}`});
  assert.equal(answer.status, 200);
});

test("a request that is not of the api, or a way back to another host, is left out of the page of a token [account-site.token-for-request]", async (t) => {
  const site = await openSite(t);
  const visitor = createVisitor(site);
  await signIn(site, visitor, "anna@example.org", OWN_ADDRESS);
  for (const wrong of [
    "//evil.example/",
    "/\\evil.example",
    "https://evil.example/",
    '/series/x"><b>',
    "javascript:alert(1)",
  ]) {
    const {text} = await visitor.get(
      `/account/token?back=${encodeURIComponent(wrong)}&request=${encodeURIComponent(wrong)}`,
    );
    assert.doesNotMatch(mainOf(text), /evil|<b>|alert|name="back"|name="request"/, wrong);
    const made = await visitor.post(
      "/account/tokens",
      {...formFields(text), back: wrong, request: `/api/v1/x"; $(ls)`},
      FROM_HERE,
    );
    assert.match(made.text, /ryad_\w{40}/);
    assert.doesNotMatch(mainOf(made.text), /evil|\$\(ls\)|alert/, wrong);
  }
  const {location} = (await createVisitor(site).get("/account/token?back=/list")).headers;
  assert.equal(location, `/account/sign-in?to=${encodeURIComponent("/account/token?back=%2Flist")}`);
  assert.ok(linkIn(site.letters[0]!.text, OWN_ADDRESS) !== "");
});

const FROM_HERE = {origin: "http://ryad.example", "sec-fetch-site": "same-origin"};

function formFields(page: string): Record<string, string> {
  return {csrf: /name="csrf" value="([^"]*)"/.exec(page)![1]!};
}

/** The links of the frame keep the address of the page. */
function mainOf(page: string): string {
  return page.slice(page.indexOf("<main"), page.indexOf("</main>"));
}
