/**
 * The gateway's one YAML file, as validated records. What the file does not say has a default; what it says wrongly is
 * refused with file and line. Keys for providers are named by the environment variables that hold them, never written
 * down.
 */
package dev.penstock.gateway.config;
