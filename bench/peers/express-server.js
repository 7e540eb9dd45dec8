// A peer of the bench: the slice as one would write it with Express and better-sqlite3, one query and `res.json`.
//
// node express-server.js FILE
import Database from "better-sqlite3";
import express from "express";

const database = new Database(process.argv[2], {readonly: true});
const slice = database.prepare(`
  select page.series_key, observation.period, observation.value, observation.as_of
  from (select id, series_key from series where dataset = :dataset order by id limit :count offset :offset) page
  join observation on observation.series_id = page.id
  where observation.period between :start and :end
  order by page.id, observation.period`);

const app = express();
app.get("/slice", (request, response) => {
  const {dataset, count, offset, start, end} = request.query;
  response.json(slice.all({dataset, count: Number(count), offset: Number(offset), start, end}));
});
const server = app.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}`));
