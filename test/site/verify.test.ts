// The page that verifies a claim, over the sample warehouse, as a reader without a token and without a script gets it.
import assert from "node:assert/strict";
import {test} from "node:test";
import {openStore} from "../../src/store/open.ts";
import {makeSampleFolder} from "../sample-folder.ts";
import {openSite} from "./site.ts";

test("/verify has a form, and says of 98.8 for the growth of 2016-Q1 that it was true, in both languages, until the limit of the address [verify.page]", async (t) => {
  const store = await openStore({dataFolder: await makeSampleFolder(t)});
  t.after(() => store.close());
  const site = await openSite(t, {store});
  const claim = "/verify?q=gdp+yearly+growth&period=2016-Q1&value=98.8";
  const form = (await site.get("/verify", {"accept-language": "en"})).text;
  assert.match(
    form,
    /<label for="claim-value">Number, or a whole sentence<\/label><input type="text" id="claim-value" name="value"/,
  );
  assert.doesNotMatch(form, /noindex/);
  const english = (await site.get(claim, {"accept-language": "en"})).text;
  assert.match(
    english,
    /data-verdict="was_true"><strong>Was true: the number was published, and revised or withdrawn later\./,
  );
  assert.match(english, /noindex/);
  assert.ok(english.indexOf('id="answer"') < english.indexOf('id="claim-value"'), "the answer is above the form");
  for (const shown of ["98.8", "99.6", "99.5", "31 May 2016", "29 Apr 2017", "30 Apr 2018"])
    assert.ok(english.replaceAll(/[\u00a0\u202f]/g, " ").includes(shown), shown);
  assert.match(english, /\/series\/ycowezi561r1ssck\?as_of=2016-05-31/);
  assert.match(english, /<code>98\.8<\/code>/);
  const russian = (await site.get(claim, {"accept-language": "ru"})).text;
  assert.match(russian, /Было верно: число публиковалось, потом его пересмотрели или сняли\./);
  const byKey = await site.get("/verify?series=ycowezi561r1ssck&period=2016-Q1&value=98.8", {"accept-language": "en"});
  assert.match(byKey.text, /data-verdict="was_true"/);
  const unsure = (await site.get("/verify?q=inflation&period=2015-01&value=15", {"accept-language": "en"})).text;
  assert.match(unsure, /data-verdict="ambiguous"/);
  const odd = (await site.get("/verify?q=%3Cscript%3E&value=%22many", {"accept-language": "en"})).text;
  assert.match(odd, /Write one number/);
  assert.doesNotMatch(odd, /<script>/);
  const denied = `gdp yearly growth${" ".repeat(400)}was never`;
  const long = (await site.get(`/verify?value=98.8&period=2016-Q1&q=${denied.replaceAll(" ", "+")}`)).text;
  assert.match(long, /не больше 400 букв/);
  assert.doesNotMatch(long, /data-verdict/);
  let status = 200;
  for (let query = 0; query < 31 && status === 200; query++) status = (await site.get(claim)).status;
  assert.equal(status, 429);
});

test("/verify takes a text: each number is marked and has its verdict, its proof and the sentence that would be right, without a script [verify.draft-page]", async (t) => {
  const store = await openStore({dataFolder: await makeSampleFolder(t)});
  t.after(() => store.close());
  const site = await openSite(t, {store});
  const post = (text: string) =>
    site.ask(
      "POST",
      "/verify?lang=en",
      {"content-type": "application/x-www-form-urlencoded"},
      new URLSearchParams({draft: text}).toString(),
    );
  const draft =
    "On 5 April 40 people came. Nominal GDP in 2016 was 85,881 billion rubles. In 2017 it reached 92,037 billion rubles.";
  const {status, text} = await post(draft);
  assert.equal(status, 200);
  assert.match(
    text,
    /<mark data-verdict="was_true" data-standing="outdated"><a href="#number-1">85,881 billion rubles<\/a><\/mark>/,
  );
  assert.match(
    text,
    /<mark data-verdict="match" data-standing="right"><a href="#number-2">92,037 billion rubles<\/a><\/mark>/,
  );
  assert.match(text, /<p role="status">True: 1\. Outdated: 1<\/p>/);
  assert.match(text, /<q>Nominal GDP in 2016 was 86,149 billion rubles\.<\/q>/);
  assert.match(text, /<a href="\/c\/ycoweqk8ok1qgvhp\/2016-01-01\/2017-01-31[^"]*">Proof<\/a>/);
  assert.doesNotMatch(text, /<mark[^>]*>(?:<a[^>]*>)?40/);
  assert.match(text, /noindex/);
  const odd = (await post("<script>5 %</script>")).text;
  assert.doesNotMatch(odd, /<script>5/);
  assert.equal((await post(" ")).status, 422);
  assert.equal((await post("a".repeat(20_001))).status, 422);
});

test("a number in another form is told as true, or as one that was true [verify.draft-page]", async (t) => {
  const store = await openStore({dataFolder: await makeSampleFolder(t)});
  t.after(() => store.close());
  const site = await openSite(t, {store});
  const said = async (value: string): Promise<string> => {
    const {text} = await site.get(`/verify?lang=en&q=ycowe7zbqp9rhk93&period=2015&value=${value}+%25`);
    return /data-verdict="(?:other_form|was_true)"><strong>([^<]*)/.exec(text)![1]!;
  };
  assert.match(
    await said("-2"),
    /^True as a fall: the source publishes an index, and \d[\d.]* is a fall of \d[\d.]* %/,
  );
  assert.match(
    await said("-3.7"),
    /^Was true as a fall: the source published an index of 96\.3, a fall of 3\.7 %/,
    "the first estimate was an index of 96.3",
  );
});

test("the page names first the series of which an unclear number is true, and takes a whole sentence [verify.candidates-page]", async (t) => {
  const store = await openStore({dataFolder: await makeSampleFolder(t)});
  t.after(() => store.close());
  const site = await openSite(t, {store});
  const english = {"accept-language": "en"};
  const unsure = (await site.get("/verify?q=inflation&period=December+2025&value=5.59+%25", english)).text;
  assert.match(unsure, /data-verdict="ambiguous"/);
  const [, agreeing = ""] = /The number is true of these series<\/h3>\n<ul>\n(.*?)<\/ul>/s.exec(unsure) ?? [];
  assert.match(agreeing, /z7w59v18z36wzfeo/);
  assert.equal(agreeing.match(/<li>/g)?.length, 1);
  const sentence = encodeURIComponent("В декабре 2025 года годовая инфляция составила 5,59 %");
  for (const field of ["q", "value"])
    assert.match((await site.get(`/verify?${field}=${sentence}`, english)).text, /<mark data-verdict="match"/);
  const rate = `/verify?q=${encodeURIComponent("Ключевую ставку снизили до 15,5 %")}`;
  const russian = (await site.get(rate, {"accept-language": "ru"})).text;
  assert.match(russian, /2026\sг\. <a href="[^"]*">Доказательство/u);
});

test("where no publisher has the figure, the page begins with what is computed here, in both languages [verify.computed]", async (t) => {
  const store = await openStore({dataFolder: await makeSampleFolder(t)});
  t.after(() => store.close());
  const site = await openSite(t, {store});
  const answer = async (text: string, language: string): Promise<string> => {
    const {text: page} = await site.get(`/verify?q=${encodeURIComponent(text)}`, {"accept-language": language});
    assert.match(page, /<mark data-verdict="not_published"/);
    return (/<strong>[^<]*<\/strong>: (.*)\n/.exec(page)![1] ?? "").replaceAll("\u00a0", " ");
  };
  const english = await answer("annual inflation was 5.9 % in March 2026", "en");
  assert.match(
    english,
    /^No publisher has a figure for this\. Computed here from <a href="\/series\/klksj89fnvm82kx1\/derived\?derive=chain%3A2020-01%7Cyoy_pct">.*<\/a>: 5\.9 % \(5\.87\)\. Your figure agrees with it\.$/,
  );
  const russian = await answer("Годовая инфляция в марте 2026 года составила 7,9 %", "ru");
  assert.match(russian, /^Такого числа никто не публикует\. .*: 5,9 % \(5,87\)\. Ваше число с этим не сходится\.$/);
  const single = "/verify?q=annual+inflation&period=2026-03&value=5.87";
  const alone = (await site.get(single, {"accept-language": "en"})).text;
  assert.match(
    alone,
    /data-verdict="not_published"><strong>No publisher has a figure.*: 5\.87\s%\. Your figure agrees/,
  );
});

test("a wrong number whose sentence can't be mended is told with the published value [verify.right-value]", async (t) => {
  const store = await openStore({dataFolder: await makeSampleFolder(t)});
  t.after(() => store.close());
  const site = await openSite(t, {store});
  for (const [text, language, said] of [
    ["GDP fell by 2.5 % in Q2 2018", "en", "It matches no estimate. Published: 101.8 (+1.8%)."],
    [
      "ВВП упал на 2,5 % во II квартале 2018 года",
      "ru",
      "Не совпадает ни с одной оценкой. Опубликовано: 101,8 (+1,8 %).",
    ],
  ] as const) {
    const page = (await site.get(`/verify?q=${encodeURIComponent(text)}`, {"accept-language": language})).text;
    assert.ok(page.replaceAll("\u00a0", " ").includes(said), text);
  }
  const mended = (
    await site.get(`/verify?q=${encodeURIComponent("GDP grew by 2.5 % in Q2 2018")}`, {"accept-language": "en"})
  ).text;
  assert.match(mended, /<q>GDP grew by 1\.8 % in Q2 2018<\/q>/);
  assert.doesNotMatch(mended, /Published: /);
});
