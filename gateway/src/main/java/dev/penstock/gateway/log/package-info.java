/** Logs for machines: one JSON object on a line, of fields that are allowed by name (R-PRIVACY-1). */
package dev.penstock.gateway.log;
