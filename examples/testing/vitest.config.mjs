export default { test: { include: ['vitest/*.spec.ts'] } };
