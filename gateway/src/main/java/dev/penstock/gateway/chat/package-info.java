/** The chat endpoint: one call between a connection and the engine, whole or as a stream (design 12). */
package dev.penstock.gateway.chat;
