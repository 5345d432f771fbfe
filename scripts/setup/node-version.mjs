// This file must load on any Node with ES modules, so that an old Node prints a message instead of a syntax error.
const OLDEST_NODE_MAJOR = 20;

/** The complaint about this Node; null if it is new enough. */
export function nodeComplaint(version) {
  const major = Number(version.replace(/^v/, '').split('.')[0]);
  if (major >= OLDEST_NODE_MAJOR) return null;
  return (
    `tonegate needs Node ${OLDEST_NODE_MAJOR} or newer; this is ${version}. ` +
    'Debian and Ubuntu packages of newer versions: https://github.com/nodesource/distributions'
  );
}

const complaint = nodeComplaint(process.version);
if (complaint !== null) {
  process.stderr.write(`${complaint}\n`);
  process.exit(3);
}
