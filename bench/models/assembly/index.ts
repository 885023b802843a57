// The kernels of tiny language models: a module of its own, which the shipped engine knows nothing of.

export const HEAP_BASE: usize = __heap_base;

export { multiply, transpose } from "./multiply";
export { crossEntropy } from "./softmax";
export { adam } from "./adam";
export { gather, scatter, rectify, rectifyBack } from "./layers";
