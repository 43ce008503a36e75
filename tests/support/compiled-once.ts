// Imported before all else by the processes of the tests: their WebAssembly is compiled once. Node compiles the embedded database's a second
// time, function by function as they turn out to be used much, and better. Its largest function alone costs two seconds of a core and 600 MB
// of memory, which a process that soon ends never gets back.
import { setFlagsFromString } from 'node:v8';

setFlagsFromString('--no-wasm-tier-up');
setFlagsFromString('--no-wasm-dynamic-tiering');
