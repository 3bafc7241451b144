WITH _1_p5 AS MATERIALIZED (
  SELECT f."channel" AS "d2", f."player" AS "_1_p5_per", sum(1) FILTER (WHERE f."player" IS NOT NULL) AS "_1_p5_value"
  FROM "payments" AS f
  GROUP BY 1, 2
),
_rows AS MATERIALIZED (
  SELECT "d2", CAST(sum("_1_p5_value") AS DOUBLE) / nullif(count("_1_p5_value"), 0) AS "p5"
  FROM _1_p5
  GROUP BY 1
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d2", (SELECT CAST(sum("_1_p5_value") AS DOUBLE) / nullif(count("_1_p5_value"), 0) FROM (
    SELECT "_1_p5_per", sum("_1_p5_value") AS "_1_p5_value"
    FROM _1_p5
    GROUP BY 1
  ) AS sums) AS "p5"
  UNION ALL
  SELECT 1 AS "_level", "d2", "p5"
  FROM _rows
)
SELECT r."d2", r."p5"
FROM _levels AS r
ORDER BY r."_level", r."d2" ASC NULLS LAST
LIMIT 100002
