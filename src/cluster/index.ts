/** `spolia/cluster`: a corpus in object storage that several machines search. */

export type { NodeFigures } from "./ask.ts";
export { type ClusterCorpus, type ClusterOptions, openCluster } from "./cluster.ts";
export { type ClusterNode, createNode, type NodeOptions } from "./handler.ts";
