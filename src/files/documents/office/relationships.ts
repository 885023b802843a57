/** How parts of Office Open XML name each other. */
import { type DocumentParts, partPath, scanPart } from "./package.ts";

/** Paths of the parts that a part refers to, by the last step of the type of each relationship. */
export function relationshipsOf(archive: DocumentParts, part: string): ReadonlyMap<string, string> {
  return new Map(relationships(archive, part).map(({ type, path }) => [type, path]));
}

/** Paths of all parts of one type that a part refers to. */
export function pathsOf(archive: DocumentParts, part: string, type: string): string[] {
  return relationships(archive, part).flatMap((one) => (one.type === type ? [one.path] : []));
}

/** The same by the ids that the part uses. */
export function relationshipsById(archive: DocumentParts, part: string): ReadonlyMap<string, string> {
  return new Map(relationships(archive, part).map(({ id, path }) => [id, path]));
}

function relationships(archive: DocumentParts, part: string): { id: string; type: string; path: string }[] {
  const folder = part.slice(0, part.lastIndexOf("/") + 1);
  const list = `${folder}_rels/${part.slice(folder.length)}.rels`;
  const found: { id: string; type: string; path: string }[] = [];
  if (!archive.has(list)) return found;
  scanPart(archive, list, {
    open: (name, attributes) => {
      const type = attributes.get("Type") ?? "";
      const target = attributes.get("Target");
      if (name !== "Relationship" || target === undefined || attributes.get("TargetMode") === "External") return;
      const path = partPath(part, target);
      found.push({ id: attributes.get("Id") ?? "", type: type.slice(type.lastIndexOf("/") + 1), path });
    },
  });
  return found;
}
