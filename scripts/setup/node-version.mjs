// This file must load on any Node that understands ES modules, so that an old one gets a message and no syntax error.
const OLDEST_NODE_MAJOR = 20;

/** The complaint about this Node, or null when it will do. */
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
