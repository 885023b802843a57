/** The suite in a route of the server. */
import { report } from "../../../app/report.js";

export const dynamic = "force-dynamic";

export const GET = async () => Response.json(await report());
