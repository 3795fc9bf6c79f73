/** What happens, as figures: counted from the engine's events alone, and told to Prometheus (R-OBS-1, R-OBS-2). */
package dev.penstock.gateway.metrics;
