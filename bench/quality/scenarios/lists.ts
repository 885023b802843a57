/** Lists that everybody writes alike, and lists of names, scores, times and figures that nobody else has written. */
import { Random } from "../../harness/random.ts";

const DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const MONTHS = ["January", "February", "March", "April", "May", "June"].concat(
  ...["July", "August", "September", "October", "November", "December"],
);
const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

const CLUBS = ["Albion", "Athletic", "Borough", "Castle", "City", "County", "Harriers", "Harbour", "Orient"].concat(
  ...["Park", "Rangers", "Rovers", "Spa", "Swifts", "Town", "United", "Vale", "Wanderers"],
);

const FIRST_NAMES = ["Ada", "Bram", "Cleo", "Dorit", "Emil", "Farah", "Goran", "Hanna", "Ivo", "Jana", "Kofi"].concat(
  ...["Lena", "Milos", "Nora", "Omar", "Petra", "Quirin", "Rosa", "Sami", "Tilda", "Ugo", "Vera", "Wim", "Yara"],
);
const LAST_NAMES = ["Abel", "Brandt", "Castro", "Dahl", "Eberle", "Fontana", "Grau", "Holm", "Ito", "Jansen"].concat(
  ...["Kovač", "Lund", "Mbeki", "Novak", "Oduya", "Perez", "Quist", "Rossi", "Sato", "Toth", "Uhl", "Varga"],
);

export const numbers = (count: number): string[] => Array.from({ length: count }, (_, at) => String(at + 1));

/** The first days of a year that begins on a Monday. */
export function everyDay(count: number): string[] {
  const year = MONTHS.flatMap((month, at) =>
    Array.from({ length: MONTH_DAYS[at]! }, (_, day) => `${day + 1} ${month}`),
  );
  return year.slice(0, count).map((day, at) => `${DAYS[at % 7]} ${day}`);
}

/** Results of nine games, and the table after them. */
export function matchday(number: number): string {
  const random = new Random(`scenario matchday ${number}`);
  const drawn = random.shuffled(CLUBS);
  const games = Array.from({ length: drawn.length / 2 }, (_, at) => {
    const [home, guest] = [random.below(5), random.below(4)];
    return `${drawn[2 * at]} v ${drawn[2 * at + 1]} ${home}:${guest} (${random.below(home + 1)}:${random.below(guest + 1)})`;
  });
  const table = random
    .shuffled(CLUBS)
    .map((club, at) => `${at + 1}. ${club} ${number} ${random.below(9)}:${random.below(9)} ${18 - at}`);
  return [`Results, matchday ${number}`, ...games, "Table", ...table].join("\n");
}

export function names(count: number): string[] {
  const random = new Random("scenario names");
  return Array.from({ length: count }, () => `${random.pick(FIRST_NAMES)} ${random.pick(LAST_NAMES)}`);
}

const STOPS = ["Quarry Road", "Mill Lane", "Old Infirmary", "Castle Gate", "Market Square", "Station"].concat(
  ...["Tannery", "Low Bridge", "Cemetery", "Ferry Steps", "Gasworks", "Harbour Light"],
);

/** A bus timetable: a stop each line, with the times of six journeys. */
export function timetable(number: number): string {
  const random = new Random(`scenario timetable ${number}`);
  const starts = Array.from({ length: 6 }, (_, journey) => 330 + 150 * journey + random.below(60));
  const rows = STOPS.map((stop) => {
    const times = starts.map((minutes, journey) => {
      starts[journey] = minutes + 2 + random.below(5);
      return `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
    });
    return [stop, ...times].join("  ");
  });
  return [`Line ${number}, Mondays to Fridays, not on public holidays`, ...rows].join("\n");
}

const TOWNS = ["Ashgill", "Brockholme", "Carrow", "Dunstable End", "Eversea", "Fallowby", "Garth", "Hollin Bridge"];

/** Inhabitants, households, rain and visitors of eight places in a year, as statistical offices print them. */
export function figures(year: number): string {
  const random = new Random(`scenario figures ${year}`);
  const row = (town: string) =>
    [town, 800 + random.below(9_000), 300 + random.below(4_000), 400 + random.below(700), random.below(60_000)].join(
      "\t",
    );
  return [
    `Table 7. Places of the district, ${year}`,
    ["Place", "Inhabitants", "Households", "Rain (mm)", "Overnight stays"].join("\t"),
    ...TOWNS.map(row),
  ].join("\n");
}
