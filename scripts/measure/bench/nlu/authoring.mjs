// Makes pairs, lists them, publishes and puts online, again and again until it is ended: the load beside live calls
// (bench:recognition --authoring). The order on standard input: {http, appkey, token}.
import { Author, newPair, nluHeaders, nluPath } from './author.mjs';

const pieces = [];
for await (const piece of process.stdin) pieces.push(piece);
const access = JSON.parse(Buffer.concat(pieces).toString('utf8'));
const author = new Author(access);
const { dir, robot } = await author.robot();
process.stdout.write('begun\n');
for (;;) {
  const connection = author.connection;
  for (let made = 0; made < 500; made++) {
    const path = nluPath(access, `/qa_dirs/${dir}/qa_pairs`);
    const { status, body } = (await connection?.ask('POST', path, nluHeaders(access), newPair(5))) ?? {};
    if (status !== 200) throw new Error(`${status} ${body}`);
  }
  await author.ask('GET', `/qa_dirs/${dir}/qa_pairs`);
  const { id } = await author.publish(robot);
  await author.ask('PATCH', `/robots/${robot}/online`, { publishId: id });
}
