/** Warnings of the runtime that say nothing to whoever runs a command. */

/** Node 22 warns in each thread that its SQLite is experimental: it is what records are tested with. */
export function hideSqliteWarning(host: Pick<NodeJS.Process, "emitWarning"> = process): void {
  const emit = host.emitWarning.bind(host) as (...given: unknown[]) => void;
  host.emitWarning = (...given: unknown[]) => {
    const [warning, type] = given;
    if (type === "ExperimentalWarning" && /^SQLite /.test(String(warning))) return;
    emit(...given);
  };
}
