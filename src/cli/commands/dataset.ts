// `ryad dataset drop`: a dataset and all its releases, gone from what is served; the archive keeps the bytes.
import {dropDataset} from "../../load/withdrawal.ts";
import {type Command, DATA_OPTION, DONE} from "../command.ts";
import {withStore} from "../open-store.ts";

export const datasetDrop: Command = {
  name: "dataset drop",
  positionals: ["CODE"],
  options: {data: DATA_OPTION},
  requiredOptions: [],
  summary: "removes a dataset whole",
  details: ["CODE is provider/dataset, or the dataset alone when only one provider has it."],
  async run({positionals: [code = ""], settings, say}) {
    const {provider, dataset} = await withStore(settings, "change", (store) => dropDataset(store, code, new Date()));
    say(`dropped ${provider}/${dataset}`);
    return DONE;
  },
};
