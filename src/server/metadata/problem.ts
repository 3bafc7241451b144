// Why the metadata store can't be opened. The message is for the person who starts the server.
export class MetadataProblem extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'MetadataProblem'
  }
}

export function damaged(path: string, what: string): MetadataProblem {
  return new MetadataProblem(
    `元数据文件 ${path} 已损坏（${what}）。文件未被改动；请用备份恢复：npm run restore -- 备份文件`,
  )
}
