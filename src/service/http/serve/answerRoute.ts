/** Answers a request of one route: who asks, what it may use, what it brings, and what the route makes of it. */

import type { HostOptions } from "../../../base/contract/engine.ts";
import { isSpoliaError, throwIfAborted } from "../../../base/errors.ts";
