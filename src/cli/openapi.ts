// `tonegate openapi`: prints the description of every interface, made from the routes.
import { Command } from 'commander';

export function openapiCommand(describe: () => Promise<unknown>): Command {
  return new Command('openapi')
    .description('print the OpenAPI 3.1 document')
    .action(async () => void process.stdout.write(`${JSON.stringify(await describe(), null, 2)}\n`));
}
