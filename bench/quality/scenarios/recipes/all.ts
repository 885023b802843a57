/** Every recipe, by the id of its scenario. */
import type { Recipes } from "../scenario.ts";
import { ABSENT } from "./absent.ts";
import { BOILERPLATE } from "./boilerplate.ts";
import { LISTS } from "./lists.ts";
import { MODELS } from "./models.ts";
import { PROSE } from "./prose.ts";
import { QUOTING } from "./quoting.ts";
import { WORKS } from "./works.ts";

export const RECIPES: Recipes = { ...PROSE, ...QUOTING, ...BOILERPLATE, ...LISTS, ...ABSENT, ...WORKS, ...MODELS };
