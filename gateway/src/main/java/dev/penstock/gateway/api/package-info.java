/**
 * The contract of the HTTP API, pure: request headers become call settings, results become answers (design 12). No
 * connection, no clock.
 */
package dev.penstock.gateway.api;
