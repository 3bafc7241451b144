// Which addresses are private: a server inside a company's network can reach them, and its users must not
// reach them through the server.
import { BlockList, isIP } from 'node:net'

const notPublic = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  notPublic.addSubnet(net, bits, 'ipv4')
}
for (const [net, bits] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 32],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const) {
  notPublic.addSubnet(net, bits, 'ipv6')
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** Recognizes IPv4 addresses written as IPv6, too. */
export const isPrivate = (address: string): boolean => notPublic.check(address, familyOf(address))

/** Parses addresses and nets such as `10.1.0.0/16` and `::1`. Throws where a text is neither. */
export function netsOf(texts: readonly string[]): BlockList {
  const nets = new BlockList()
  for (const text of texts) {
    const [address = '', bits] = text.split('/')
    const most = isIP(address) === 6 ? 128 : 32
    if (isIP(address) === 0 || (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= most)))
      throw new Error(`不是 IP 地址或网段：「${text}」`)
    nets.addSubnet(address, bits === undefined ? most : Number(bits), familyOf(address))
  }
  return nets
}

export const isIn = (nets: BlockList, address: string): boolean => nets.check(address, familyOf(address))
