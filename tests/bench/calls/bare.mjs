// The floor: node:http answering a fixed text.
import { createServer } from 'node:http'

const server = createServer((_, reply) => {
  reply.setHeader('content-type', 'application/json')
  reply.end('{"isSuccess":true,"data":[],"msg":""}')
})
server.listen(0, '127.0.0.1', () => process.stdout.write(String(server.address().port)))
