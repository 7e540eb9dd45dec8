// The examples of docs/following.md check a signature that the sender makes, and refuse a changed body: run by their own languages.
import assert from "node:assert/strict";
import {execFileSync, spawnSync} from "node:child_process";
import {existsSync, readFileSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {test} from "node:test";
import {webhookSignature} from "../../src/messages/webhook.ts";
import {webhookSecret} from "../../src/service/webhook-address.ts";
import {PROJECT, temporaryFolder} from "../warehouse.ts";

const TEXT = readFileSync(join(PROJECT, "docs/following.md"), "utf8");
const exampleIn = (language: string): string => TEXT.split(`\`\`\`${language}\n`)[1]!.split("```")[0]!;

const has = (program: string, ...args: readonly string[]): boolean => spawnSync(program, args).status === 0;

interface Signed {
  readonly secret: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

function signed(): Signed {
  const [secret, body, now] = [webhookSecret(), '{"name": "Ряд"}', new Date()];
  const timestamp = Math.floor(now.getTime() / 1000);
  const signature = `v1,AAAA ${webhookSignature(secret, "m1", timestamp, body)}`;
  const headers = {"webhook-id": "m1", "webhook-timestamp": String(timestamp), "webhook-signature": signature};
  return {secret, headers, body};
}

const LANGUAGES = {
  python: {
    program: "python3",
    args: ["--version"],
    run(folder: string, given: string) {
      const end = `import json, sys\ng = json.loads(sys.argv[1])\nprint(is_ours(g["secret"], g["headers"], g["body"].encode()))\n`;
      writeFileSync(join(folder, "a.py"), exampleIn("python") + end);
      return execFileSync("python3", [join(folder, "a.py"), given], {encoding: "utf8"}).trim() === "True";
    },
  },
  js: {
    program: process.execPath,
    args: ["--version"],
    run(folder: string, given: string) {
      const end =
        "const g = JSON.parse(process.argv[2]);\nconsole.log(isOurs(g.secret, g.headers, Buffer.from(g.body)));\n";
      writeFileSync(join(folder, "a.mjs"), exampleIn("js") + end);
      return execFileSync(process.execPath, [join(folder, "a.mjs"), given], {encoding: "utf8"}).trim() === "true";
    },
  },
  go: {
    program: "go",
    args: ["version"],
    run(folder: string, given: string) {
      const main = `
func main() {
	var g struct {
		Secret, Body string
		Headers      map[string]string
	}
	json.Unmarshal([]byte(os.Args[1]), &g)
	headers := http.Header{}
	for name, value := range g.Headers {
		headers.Set(name, value)
	}
	fmt.Println(IsOurs(g.Secret, headers, []byte(g.Body)))
}
`;
      const text = exampleIn("go")
        .replace("package webhook", "package main")
        .replace("import (", 'import (\n\t"encoding/json"\n\t"os"');
      // http.Header is textproto.MIMEHeader under another name; all of net/http takes half a minute to compile
      const light = (text + main)
        .replace('"net/http"', 'http "net/textproto"')
        .replaceAll("http.Header", "http.MIMEHeader");
      writeFileSync(join(folder, "a.go"), light);
      const env = {...process.env, CGO_ENABLED: "0"};
      const program = join(folder, "a.out");
      if (!existsSync(program))
        execFileSync("go", ["build", "-gcflags=all=-N -l", "-ldflags=-s -w", "-o", program, join(folder, "a.go")], {
          env,
        });
      return execFileSync(program, [given], {encoding: "utf8"}).trim() === "true";
    },
  },
};

for (const [language, {program, args, run}] of Object.entries(LANGUAGES)) {
  test(`the example in ${language} accepts what the sender signs, and no changed body [messages.webhook]`, {
    skip: !has(program, ...args) && `needs ${program}`,
  }, async (t) => {
    const folder = await temporaryFolder(t);
    const given = signed();
    assert.equal(run(folder, JSON.stringify(given)), true);
    assert.equal(run(folder, JSON.stringify({...given, body: `${given.body} `})), false);
    const old = {...given.headers, "webhook-timestamp": "1700000000"};
    assert.equal(run(folder, JSON.stringify({...given, headers: old})), false);
  });
}
