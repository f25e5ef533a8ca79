module.exports = { testMatch: ['<rootDir>/jest/*.test.js'] };
