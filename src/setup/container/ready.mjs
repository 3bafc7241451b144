// The health check of the container: whether /readyz of the server in it answers 200.
const port = process.env.PORT || '3000'
const reply = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(4000) }).catch(
  () => null,
)
process.exit(reply?.ok ? 0 : 1)
