/** A proxy in a process of its own: `node delay.ts PORT MS` prints its port. */
import { openProxy } from "../../../test/support/servers/proxy.ts";

const [port, delayMs] = process.argv.slice(2).map(Number);
const proxy = await openProxy(port!);
proxy.delayMs = delayMs! / 2;
console.log(proxy.port);
