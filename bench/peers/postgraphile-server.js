// A peer of the bench: PostGraphile over PostgreSQL. The slice is a function of the database, as its manual advises for a query of one's own.
//
// node postgraphile-server.js DATABASE_URL
import {createServer} from "node:http";
import {postgraphile} from "postgraphile";
import {makePgService} from "postgraphile/adaptors/pg";
import {grafserv} from "postgraphile/grafserv/node";
import {PostGraphileAmberPreset} from "postgraphile/presets/amber";

const preset = {
  extends: [PostGraphileAmberPreset],
  pgServices: [makePgService({connectionString: process.argv[2], schemas: ["public"]})],
  grafserv: {graphiql: false, watch: false},
  grafast: {explain: false},
};
const server = createServer();
const service = postgraphile(preset).createServ(grafserv);
await service.addTo(server);
await service.ready?.();
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}`));
