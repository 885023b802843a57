/** `spolia/cluster`: a corpus in object storage that several machines search. */

export { type ClusterCorpus, type ClusterOptions, openCluster } from "./cluster.ts";
export type { NodeFigures, NodeRequest } from "./figures.ts";
export { type ClusterNode, createNode, type NodeOptions } from "./handler.ts";
export { announceNode, type NodeAnnouncement } from "./table.ts";
