// The product as it is, whose process tells of each collection of its heap.
import { setFlagsFromString } from 'node:v8';

setFlagsFromString('--trace-gc');
await import('#config/main.ts');
