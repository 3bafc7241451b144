// Why the metadata store can't be opened. The message is for the person who starts the server.
export class MetadataProblem extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'MetadataProblem'
  }
}
