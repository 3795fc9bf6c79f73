/** HTTP/1.1 on event loops: connections, their limits, and the way from a request to its endpoint. */
package dev.penstock.gateway.server;
