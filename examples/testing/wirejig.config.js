const { lamp } = require('./lamp');

module.exports = { protocols: [lamp] };
