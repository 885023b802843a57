/** Slashes at the end of addresses and paths. The patterns are linear in a text that is nothing but slashes. */

/** An address, or a path within an archive, without the slashes at its end. */
export const withoutEndSlashes = (address: string): string => address.replace(/(?<!\/)\/+$/, "");

/** The path of a folder of any system without the slashes at its end. */
export const folderWithoutEnd = (path: string): string => path.replace(/(?<![/\\])[/\\]+$/, "");
