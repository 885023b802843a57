/** Files of source code, by the endings of programming languages: their texts are compared as code. */

const ENDINGS = new Set(
  (
    "ada adb ads agda applescript as asm awk bas bash bat c c++ cbl cc cfg clj cljs cls cmake cob coffee cpp cr cs csx cu cuh cxx " +
    "d dart diff el elm erl ex exs f f03 f77 f90 f95 fish for fs fsi fsx gd glsl go gradle groovy h h++ hh hlsl hpp hrl hs hxx " +
    "idr ini inl ino ipp java jl js jsx ks kt kts lean less lhs lisp lsp lua m make mjs cjs mk ml mli mm mo nim nix p pas patch " +
    "php pl pm pp pro ps1 psm1 purs py pyi pyx pyw r rb rkt rs s sass scala scm scss sh sol sql st sv svelte swift tcl tf toml " +
    "ts tsx v vb vbs vhd vhdl vim vue wat yaml yml zig zsh proto graphql css dockerfile makefile"
  ).split(" "),
);

/** Whether a name is that of source code: `a/Main.java`, `Makefile`. */
export function isCode(name: string): boolean {
  const base = name.slice(Math.max(name.lastIndexOf("/"), name.lastIndexOf("\\")) + 1).toLowerCase();
  return ENDINGS.has(base.slice(base.lastIndexOf(".") + 1));
}
