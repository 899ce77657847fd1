"""Tests of what programs that learn use: tables, and environments of Gymnasium, PettingZoo and OpenSpiel."""
