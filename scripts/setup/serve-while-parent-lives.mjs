// Run by `npm start`: the `tonegate` command, which stops in order when the pipe on its standard input closes, however
// the starting process ends.
process.stdin.on('end', () => process.kill(process.pid, 'SIGTERM'));
process.stdin.on('error', () => process.kill(process.pid, 'SIGTERM'));
process.stdin.resume();
process.stdin.unref();
await import('../tonegate.mjs');
