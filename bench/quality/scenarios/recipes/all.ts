/** Every recipe, by the id of its scenario. */
import type { Recipes } from "../scenario.ts";
import { ABSENT } from "./absent.ts";
import { BLIND_COPIES } from "./blindCopies.ts";
import { BLIND_OWN } from "./blindOwn.ts";
import { BLIND_QUOTING } from "./blindQuoting.ts";
import { BOILERPLATE } from "./boilerplate.ts";
import { LISTS } from "./lists.ts";
import { MODELS } from "./models.ts";
import { PROSE } from "./prose.ts";
import { QUOTING } from "./quoting.ts";
import { WORKS } from "./works.ts";

const GIVEN: Recipes = { ...PROSE, ...QUOTING, ...BOILERPLATE, ...LISTS, ...ABSENT, ...WORKS, ...MODELS };
const BLIND: Recipes = { ...BLIND_COPIES, ...BLIND_QUOTING, ...BLIND_OWN };

export const RECIPES: Recipes = { ...GIVEN, ...BLIND };
