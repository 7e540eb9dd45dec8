// The faults of publishers, on the embedded store.
import {registerFetchFaultTests} from "./fetch-faults.suite.ts";

registerFetchFaultTests("sqlite", null);
