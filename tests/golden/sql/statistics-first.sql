WITH _1_last_moments AS MATERIALIZED (
  SELECT f."channel" AS "d2", f."server" AS "_1_last_s1", min(f."day") FILTER (WHERE (f."held") IS NOT NULL) AS "_1_last_p5_at", max(f."day") FILTER (WHERE (f."held") IS NOT NULL) AS "_1_last_p9_at"
  FROM "spending" AS f
  GROUP BY 1, 2
),
_1_last AS MATERIALIZED (
  SELECT _1_last_moments."d2", _1_last_moments."_1_last_s1", _1_last_moments."_1_last_p5_at", _1_last_moments."_1_last_p9_at", sum(f."held") FILTER (WHERE f."day" = _1_last_moments."_1_last_p5_at") AS "p5", sum(f."held") FILTER (WHERE f."day" = _1_last_moments."_1_last_p9_at") AS "p9"
  FROM "spending" AS f
  JOIN _1_last_moments ON _1_last_moments."d2" IS NOT DISTINCT FROM f."channel" AND _1_last_moments."_1_last_s1" IS NOT DISTINCT FROM f."server"
  GROUP BY 1, 2, 3, 4
),
_rows AS MATERIALIZED (
  SELECT "d2", sum("p5") AS "p5", sum("p9") AS "p9"
  FROM _1_last
  GROUP BY 1
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d2", (
      SELECT sum("p5") AS "p5"
      FROM (
        SELECT "_1_last_s1", arg_min("p5", "_1_last_p5_at") AS "p5"
        FROM (
          SELECT "_1_last_s1", "_1_last_p5_at", sum("p5") AS "p5"
          FROM _1_last
          GROUP BY 1, 2
        ) AS moments
        GROUP BY 1
      ) AS lasts
    ) AS "p5", (
      SELECT sum("p9") AS "p9"
      FROM (
        SELECT "_1_last_s1", arg_max("p9", "_1_last_p9_at") AS "p9"
        FROM (
          SELECT "_1_last_s1", "_1_last_p9_at", sum("p9") AS "p9"
          FROM _1_last
          GROUP BY 1, 2
        ) AS moments
        GROUP BY 1
      ) AS lasts
    ) AS "p9"
  UNION ALL
  SELECT 1 AS "_level", "d2", "p5", "p9"
  FROM _rows
)
SELECT r."d2", r."p5", r."p9"
FROM _levels AS r
ORDER BY r."_level", r."d2" ASC NULLS LAST
LIMIT 100002
