// /robots.txt: everything may be read but what is of one visitor alone.
import {file, type Page} from "../../frame/page.ts";

export const robotsFile: Page = {
  path: "/robots.txt",
  tries: [],
  draw(visit) {
    const lines = ["User-agent: *", `Disallow: ${visit.link("/account")}`, `Disallow: ${visit.link("/api/v1/")}`];
    if (visit.site.paths.has("/sitemap.xml") && visit.origin !== "")
      lines.push(`Sitemap: ${visit.absolute("/sitemap.xml")}`);
    return file({type: "text/plain; charset=utf-8", body: `${lines.join("\n")}\n`});
  },
};
